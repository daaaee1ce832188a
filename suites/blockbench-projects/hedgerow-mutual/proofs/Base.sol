// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "../script/Deployment.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract Token is ERC20 {
    address private immutable maker = msg.sender;

    constructor(string memory _name) ERC20(_name, _name) {}

    function mint(address _to, uint256 _amount) external {
        require(msg.sender == maker, "mint: maker only");
        _mint(_to, _amount);
    }
}

contract Crown is Token("CROWN") {}

contract Sprig is Token("SPRIG") {}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA1A1);
    address internal constant BO = address(0xB2B2);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD4D4);
    address internal constant EVE = address(0xE5E5);
    address internal constant FAY = address(0xF6F6);
    address internal constant GUS = address(0x6767);
    address internal constant HAL = address(0x6868);
    address internal constant MAX = address(0x6D6D);
    address internal constant MIA = address(0x6E6E);
    address internal constant CHAIR = address(0xCA1);
    address internal constant CLERK = address(0xC1E);
    address internal constant WARDEN = address(0x3A2);
    bytes32 internal constant VALE = "VALE";
    bytes32 internal constant HILL = "HILL";
    bytes32 internal constant COAST = "COAST";
    uint256 internal constant JO_KEY = 0x10;
    uint32 internal constant DAY = 20_720;
    uint256 internal constant ALL = type(uint256).max;

    address internal JO; // signs orders
    Crown public crown;
    Sprig public sprig;
    CoverPool internal vale;
    CoverPool internal hill;
    CoverPool internal coast;
    ClaimFactor internal factor;

    // Policies of setUp().
    uint256 internal constant ANAS = 1; // damage, vale
    uint256 internal constant CEES = 2; // frost, vale
    uint256 internal constant DEES = 3; // damage, hill, over, with an upheld claim
    uint256 internal constant FROZEN = 4; // frost, hill, paid by half
    uint256 internal constant FAYS = 5; // damage, vale, with a claim that is voted about
    uint256 internal upheldId; // claim of DEES
    uint256 internal votingId; // claim of FAYS

    function setUp() public {
        at(0, 10 hours);
        JO = vm.addr(JO_KEY);
        crown = new Crown();
        sprig = new Sprig();
        deployMutual(crown, sprig, 30_000e18);
        vale = deployPool(VALE, MAX, 400, 4_000);
        hill = deployPool(HILL, MAX, 600, 0);
        coast = deployPool(COAST, MIA, 500, 0);
        deployStations(VALE, stations(0x20));
        deployStations(HILL, stations(0x30));
        handOver(CHAIR, CLERK, WARDEN);
        factor = new ClaimFactor(crown, book, claims);
        people();
        sales();
        at(11, 12 hours);
        post(HILL, 0x30, 10, -23, -30, -41);
        vm.prank(CEE);
        uint256 id = claims.fileFrost(FROZEN, DAY + 10);
        at(12, 13 hours);
        claims.pay(id);
        at(30, 9 hours);
        prepare();
        at(33, 9 hours);
        vm.prank(DEE);
        upheldId = claims.file(DEES, 40_000e18, "hail on the hill");
        vote(upheldId, true);
        at(36, 10 hours);
        claims.resolve(upheldId);
        at(39, 8 hours);
        post(VALE, 0x20, 38, -70, -66, -52);
        at(40, 18 hours);
        vm.prank(FAY);
        votingId = claims.file(FAYS, 30_000e18, "a landslide");
        start();
    }

    // Ten days before the end, for whoever has to be there.
    function prepare() internal virtual {}

    // Creates the account that acts in exploit(), with what it has.
    function start() internal virtual;

    // ------------------------------------------------------------------ helpers

    function at(uint32 _day, uint256 _time) internal {
        vm.warp(uint256(DAY + _day) * 1 days + _time);
    }

    function later(uint256 _time) internal {
        vm.warp(block.timestamp + _time);
    }

    function fund(address _who, uint256 _amount) internal {
        crown.mint(_who, _amount);
        vm.startPrank(_who);
        crown.approve(address(book), ALL);
        crown.approve(address(claims), ALL);
        crown.approve(address(brokers), ALL);
        crown.approve(address(vale), ALL);
        crown.approve(address(hill), ALL);
        crown.approve(address(coast), ALL);
        vm.stopPrank();
    }

    function staker(address _who, uint256 _amount) private {
        sprig.mint(_who, _amount);
        vm.startPrank(_who);
        sprig.approve(address(guild), ALL);
        guild.stake(_amount);
        vm.stopPrank();
    }

    // Keys of three stations, in the order of their addresses.
    function keys(uint256 _first) internal returns (uint256[3] memory k) {
        k = [_first, _first + 1, _first + 2];
        for (uint256 i = 0; i < 2; i++) {
            for (uint256 j = 0; j < 2; j++) {
                if (vm.addr(k[j]) > vm.addr(k[j + 1])) (k[j], k[j + 1]) = (k[j + 1], k[j]);
            }
        }
    }

    function stations(uint256 _first) private returns (address[] memory list) {
        list = new address[](3);
        for (uint256 i = 0; i < 3; i++) {
            list[i] = vm.addr(_first + i);
        }
    }

    // What the stations of a region publish about a day.
    function readings(bytes32 _region, uint256 _first, uint32 _day, int256 _a, int256 _b, int256 _c)
        internal
        returns (int256[] memory values, bytes[] memory signatures)
    {
        values = new int256[](3);
        (values[0], values[1], values[2]) = (_a, _b, _c);
        signatures = new bytes[](3);
        uint256[3] memory k = keys(_first);
        for (uint256 i = 0; i < 3; i++) {
            signatures[i] = signed(k[i], feed.digestOf(_region, DAY + _day, values[i]));
        }
    }

    function post(bytes32 _region, uint256 _first, uint32 _day, int256 _a, int256 _b, int256 _c) internal {
        (int256[] memory values, bytes[] memory signatures) = readings(_region, _first, _day, _a, _b, _c);
        feed.post(_region, DAY + _day, values, signatures);
    }

    function signed(uint256 _key, bytes32 _digest) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_key, _digest);
        return abi.encodePacked(r, s, v);
    }

    function order(uint256 _nonce) internal view returns (IBrokers.Order memory) {
        return
            IBrokers.Order(JO, address(hill), uint8(Peril.Damage), 300, 20_000e18, 4e18, 1_000, _nonce, uint256(DAY + 400) * 1 days);
    }

    function buy(address _who, CoverPool _pool, Peril _peril, uint256 _sum, uint32 _term) internal returns (uint256) {
        vm.prank(_who);
        return book.buy(address(_pool), _peril, _sum, _term, ALL, _who);
    }

    function put(address _who, CoverPool _pool, uint256 _amount) internal {
        vm.prank(_who);
        _pool.deposit(_amount);
    }

    function vote(uint256 _claimId, bool _uphold) internal {
        vm.prank(GUS);
        guild.vote(_claimId, _uphold);
        vm.prank(HAL);
        guild.vote(_claimId, !_uphold);
    }

    function people() private {
        address[7] memory all = [ANA, BO, CEE, DEE, FAY, JO, EVE];
        for (uint256 i = 0; i < 7; i++) {
            fund(all[i], 100_000e18);
        }
        crown.mint(BO, 3_000_000e18);
        crown.mint(address(factor), 200_000e18);
        put(BO, vale, 1_000_000e18);
        put(CEE, vale, 60_000e18);
        put(BO, hill, 500_000e18);
        put(BO, coast, 600_000e18);
        staker(GUS, 40_000e18);
        staker(HAL, 20_000e18);
        sprig.mint(FAY, 20_000e18);
    }

    function sales() private {
        treaty(MAX, hill, MIA, coast, 5_000, 30, 2_000e18, 100_000e18);
        treaty(MAX, vale, MIA, coast, 3_000, 200, 5_000e18, 150_000e18);
        buy(ANA, vale, Peril.Damage, 100_000e18, 365);
        buy(CEE, vale, Peril.Frost, 80_000e18, 180);
        buy(DEE, hill, Peril.Damage, 60_000e18, 20);
        buy(CEE, hill, Peril.Frost, 50_000e18, 100);
        buy(FAY, vale, Peril.Damage, 50_000e18, 90);
        buy(ANA, hill, Peril.Frost, 40_000e18, 365);
    }

    function treaty(
        address _by,
        CoverPool _cedent,
        address _with,
        CoverPool _reinsurer,
        uint16 _part,
        uint32 _term,
        uint256 _price,
        uint256 _limit
    ) internal returns (uint256 id) {
        vm.prank(_by);
        id = treaties.propose(address(_cedent), address(_reinsurer), _part, _term, _price, _limit);
        vm.prank(_with);
        treaties.accept(id);
    }

    // ------------------------------------------------------------------ honest use

    function test_Regular() public {
        began();
        underwriters();
        damages();
        frosts();
        endings();
        reinsurers();
        orders();
        governed();
        looks();
    }

    // What happened in setUp().
    function began() private view {
        require(crown.balanceOf(address(coast)) > 594_000e18 && coast.assumed() == 237_500e18, "half of a frost, and two limits");
        require(hill.locked() == 125_000e18 && hill.reserved() == 40_000e18, "three policies");
        require(claims.claimOf(upheldId).state == State.Upheld && claims.openOf(DEES) == upheldId, "upheld");
        require(vale.locked() >= 230_000e18 && vale.reserved() == 30_000e18, "here, too");
        (uint256 shares, , ) = coast.userInfo(BO);
        require(shares == 600_000e18 - 1e15 && coast.totalShares() == 600_000e18, "the rest is nobody's");
    }

    function underwriters() private {
        put(EVE, coast, 50_000e18);
        vm.startPrank(EVE);
        (uint256 shares, , ) = coast.userInfo(EVE);
        coast.giveNotice(shares / 2);
        coast.giveNotice(shares);
        vm.stopPrank();
        vm.prank(CEE);
        vale.giveNotice(10_000e18);
        later(7 days);
        uint256 before = crown.balanceOf(EVE);
        vm.prank(EVE);
        uint256 amount = coast.leave(49_999e18);
        require(crown.balanceOf(EVE) == before + amount && amount <= 50_000e18 && amount > 49_999e18, "nothing was earned here");
        vale.accrue();
        uint256 worth = vale.worthOf(CEE);
        vm.prank(CEE);
        amount = vale.leave(0);
        require(amount > 9_600e18 && amount < 9_800e18, "less the open claim");
        require(vale.worthOf(CEE) + amount + 1e3 > worth && vale.worthOf(CEE) + amount < worth + 1e3, "the others keep theirs");
        before = crown.balanceOf(MAX);
        require(vale.payManager() > 100e18 && crown.balanceOf(MAX) > before, "the manager");
    }

    // Claims that are turned down, without a quorum and with one, one that is upheld and paid, one that is dropped.
    function damages() private {
        uint256 before = crown.balanceOf(GUS);
        vm.prank(GUS);
        guild.collect(upheldId);
        require(crown.balanceOf(GUS) == before + 200e18, "half of the fee");
        claims.resolve(votingId);
        require(claims.openOf(FAYS) == 0 && vale.reserved() == 0, "nobody voted");
        require(crown.balanceOf(address(guild)) == 0, "nobody gets the fee");
        vm.prank(FAY);
        uint256 id = claims.file(FAYS, 500e18, "a tree");
        vote(id, false);
        vm.prank(ANA);
        uint256 few = claims.file(ANAS, 500e18, "a fence");
        vm.prank(HAL);
        guild.vote(few, false);
        later(3 days);
        claims.resolve(id);
        vm.prank(GUS);
        require(guild.collect(id) == 10e18, "all of the fee");
        before = crown.balanceOf(address(reserve));
        claims.resolve(few);
        require(crown.balanceOf(address(reserve)) == before + 10e18, "no quorum, and the fee is nobody's");
        vm.prank(FAY);
        id = claims.file(FAYS, 20_000e18, "a river");
        vote(id, true);
        later(3 days);
        before = crown.balanceOf(FAY);
        claims.resolve(id);
        require(crown.balanceOf(FAY) == before + 100e18, "half of the fee is back");
        later(1 days);
        claims.pay(id);
        require(crown.balanceOf(FAY) == before + 20_100e18, "paid");
        require(treaties.get(treaties.treatyOf(address(vale))).used == 6_000e18, "a part of it by the other pool");
        require(book.leftOf(FAYS) == 30_000e18, "the rest is covered");
        vm.startPrank(ANA);
        id = claims.file(ANAS, 100_000e18, "a mistake");
        claims.drop(id);
        vm.stopPrank();
        require(vale.reserved() == 0 && claims.openOf(ANAS) == 0, "dropped");
    }

    // A frost that is objected to, after its policy was sold, and one that is paid.
    function frosts() private {
        vm.startPrank(CEE);
        uint256 id = claims.fileFrost(CEES, DAY + 38);
        require(claims.claimOf(id).amount == 80_000e18, "a hard one");
        uint256 before = crown.balanceOf(CEE);
        book.safeTransferFrom(CEE, address(factor), CEES);
        require(crown.balanceOf(CEE) == before + 76_000e18, "less five percent");
        vm.stopPrank();
        vm.prank(WARDEN);
        claims.object(id);
        factor.giveBack(CEES, EVE);
        factor.withdraw(EVE, 1_000e18);
        require(book.ownerOf(CEES) == EVE && vale.reserved() == 0, "objected");
        uint32 day = Almanac.today() - DAY - 1;
        post(VALE, 0x20, day, -25, -19, -60);
        post(HILL, 0x30, day, -15, -19, -60);
        (uint32 count, uint256 due) = lens.frostDays(CEES, DAY + day - 2, DAY + day + 1);
        require(count == 1 && due == 40_000e18, "seen by the lens");
        vm.prank(EVE);
        id = claims.fileFrost(CEES, DAY + day);
        later(1 days);
        before = crown.balanceOf(EVE);
        claims.pay(id);
        require(crown.balanceOf(EVE) == before + 40_000e18, "half of it for a mild one");
        (count, due) = lens.frostDays(CEES, DAY + day, DAY + day + 1);
        require(count == 0 && due == 0, "claimed");
        require(feed.minimumOf(HILL, DAY + day) == -19 && feed.isKnown(VALE, DAY + day), "the middle");
    }

    // Policies that are canceled, or over.
    function endings() private {
        uint256 id = buy(ANA, hill, Peril.Frost, 100_000e18, 100);
        uint256 other = buy(ANA, hill, Peril.Damage, 10_000e18, 7);
        later(30 days);
        uint256 locked = hill.locked();
        uint256 before = crown.balanceOf(ANA);
        vm.prank(ANA);
        book.cancel(id);
        require(crown.balanceOf(ANA) - before == (book.policyOf(id).perDay * 70 * 95) / 100, "seventy days");
        require(hill.locked() == locked - 100_000e18 && book.leftOf(id) == 0, "closed");
        before = crown.balanceOf(ANA);
        reserve.payBonus(id);
        require(crown.balanceOf(ANA) - before == (book.policyOf(id).perDay * 30 * 5) / 100, "thirty days");
        locked = hill.locked();
        book.expire(other);
        require(hill.locked() == locked - 10_000e18, "expired");
        reserve.payBonus(other);
        vm.startPrank(ANA);
        book.setApprovalForAll(EVE, true);
        book.approve(FAY, id);
        book.transferFrom(ANA, EVE, id);
        book.safeTransferFrom(ANA, EVE, other, "");
        vm.stopPrank();
        claims.pay(upheldId);
        require(book.policyOf(DEES).paid == 40_000e18, "it was upheld long ago");
        book.expire(DEES);
    }

    function reinsurers() private {
        vm.startPrank(MIA);
        treaties.withdraw(treaties.propose(address(coast), address(hill), 1_000, 7, 0, 1e18));
        vm.stopPrank();
        uint256 assumed = hill.assumed();
        uint256 id = treaty(MIA, coast, MAX, hill, 10_000, 7, 100e18, 50_000e18);
        require(hill.assumed() == assumed + 50_000e18 && treaties.treatyOf(address(coast)) == id, "bound");
        later(7 days);
        treaties.close(id);
        require(hill.assumed() == assumed && treaties.treatyOf(address(coast)) == 0, "closed");
    }

    function orders() private {
        uint256 nonce = brokers.nonceOf(JO);
        IBrokers.Order memory o = order(nonce);
        bytes memory signature = signed(JO_KEY, brokers.digest(o));
        uint256 before = crown.balanceOf(FAY);
        vm.startPrank(FAY);
        brokers.register(500);
        uint256 id = brokers.place(o, signature);
        vm.stopPrank();
        require(book.ownerOf(id) == JO && book.policyOf(id).endDay == Almanac.today() + 301, "the member's");
        require(crown.balanceOf(FAY) - before == (book.policyOf(id).perDay * 300) / 20, "a twentieth");
        vm.prank(JO);
        brokers.skip();
        require(brokers.nonceOf(JO) == nonce + 2, "two are gone");
    }

    function governed() private {
        vm.startPrank(CHAIR);
        frost.setScale(-10, -60, 4_000);
        reserve.spend(EVE, 10e18);
        mutual.grantRole(mutual.CLERK(), EVE);
        vm.stopPrank();
        vm.startPrank(EVE);
        address made = factory.make("FEN", EVE);
        rates.setRate(made, 100, 200);
        feed.setStation(EVE, "FEN");
        feed.setStation(EVE, VALE);
        feed.setStation(EVE, 0);
        vm.stopPrank();
        vm.prank(WARDEN);
        mutual.halt();
        vm.startPrank(CHAIR);
        mutual.resume();
        mutual.handOver(BO);
        vm.stopPrank();
        require(feed.stationsIn("FEN") == 0 && feed.stationsIn(VALE) == 3, "came and went");
        require(mutual.isChair(BO) && !mutual.isChair(CHAIR) && factory.isPool(made), "governed");
        vm.startPrank(FAY);
        sprig.approve(address(guild), ALL);
        guild.stake(5_000e18);
        guild.stake(5_000e18);
        guild.unstake(7_000e18);
        vm.stopPrank();
        require(guild.totalStake() == 63_000e18, "staked");
    }

    function looks() private {
        coast.accrue();
        hill.accrue();
        vale.accrue();
        MutualLens.PoolView[] memory v = lens.pools();
        require(v.length == 4 && v[3].sharePrice == 1e18 && v[3].used == 0, "pools");
        require(v[0].treatyLeft == 132_000e18 && v[0].room == vale.assets() - vale.locked(), "vale");
        MutualLens.PolicyView memory p = lens.policy(ANAS);
        require(p.holder == ANA && p.covered && p.claimable && p.left == 100_000e18 && p.claimId == 0, "a policy");
        (address best, uint256 price) = lens.cheapest(HILL, 1_000e18, 30);
        require(best == address(hill) && price > 5e18 && price < 6e18, "the cheapest");
        (best, price) = lens.cheapest(HILL, hill.room(), 30);
        require(best == address(0) && price == 0, "too much for one policy");
        require(crown.balanceOf(address(hill)) == hill.assets() + hill.unearned() + hill.managerDue(), "every crown is counted");
        require(crown.balanceOf(address(vale)) == vale.assets() + vale.unearned() + vale.managerDue(), "here, too");
    }

    function target() public view virtual returns (address) {
        return address(book);
    }
}
