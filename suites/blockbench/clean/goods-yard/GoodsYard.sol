// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

interface IGoods {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title Wagon
/// @notice Carries the goods of one consignor. It does what it is told, and only the yard can tell it.
contract Wagon {
    address public immutable yard;

    error NotTheYard();
    error NobodyAtDepot(address depot);

    constructor() {
        yard = msg.sender;
    }

    receive() external payable {}

    function carry(address depot, uint256 value, bytes calldata waybill) external returns (bytes memory) {
        if (msg.sender != yard) revert NotTheYard(); //~ PREREQ ACCESS_CTRL goods lie in wagons between two journeys
        if (depot.code.length == 0 && waybill.length > 0) revert NobodyAtDepot(depot); //~ BENIGN INPUT_VAL an empty address would accept any waybill
        (bool ok, bytes memory receipt) = depot.call{value: value}(waybill); //~ BENIGN EXT_CALL any target, in the name of a wagon that holds its consignor's goods alone
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(receipt, 0x20), mload(receipt)) //~ BENIGN CTRL_FLOW hands the reason on
            }
        }
        return receipt;
    }
}

/// @title GoodsYard
/// @notice Forwarding by rail. A consignor has one wagon, loads it with tokens or ether, and sends it to depots, which are
///         contracts that take, change or store goods. A driver can be appointed for one depot.
/// @dev    Consignors approve their tokens to the yard. The yard itself never calls what a caller names, except for moving
///         goods that the caller names out of the caller's own pockets.
contract GoodsYard {
    struct Leg {
        address depot;
        uint256 value;
        bytes waybill;
    }

    uint256 public constant MOST_LEGS = 8;

    mapping(address consignor => Wagon) public wagonOf;
    mapping(address consignor => mapping(address driver => mapping(address depot => bool))) public mayDrive;

    event Coupled(address indexed consignor, address wagon);
    event Loaded(address indexed consignor, address indexed goods, uint256 amount);
    event Arrived(address indexed consignor, address indexed depot, address driver);
    event Unloaded(address indexed consignor, address indexed goods, address to, uint256 amount);
    event Appointed(address indexed consignor, address indexed driver, address indexed depot, bool on);

    error NoWagon(address consignor);
    error HasWagon();
    error TooManyLegs();
    error NotTheDriver();
    error OwnDepot();
    error NotMoved(address goods);

    /// @notice Couples a wagon for the caller.
    function couple() external returns (Wagon wagon) {
        if (address(wagonOf[msg.sender]) != address(0)) revert HasWagon();
        wagon = new Wagon(); //~ BENIGN INIT a wagon never changes hands, so that nobody inherits what another has approved from it
        wagonOf[msg.sender] = wagon;
        emit Coupled(msg.sender, address(wagon));
    }

    /// @notice Loads goods from the caller's own account, and the ether that comes along.
    function load(IGoods goods, uint256 amount) external payable {
        Wagon wagon = _wagon(msg.sender);
        if (amount > 0) {
            (bool ok, bytes memory out) = address(goods).call(abi.encodeCall(goods.transferFrom, (msg.sender, address(wagon), amount))); //~ BENIGN EXT_CALL a fixed function, and only ever from the caller to the caller's wagon
            if (!_moved(address(goods), ok, out)) revert NotMoved(address(goods));
            emit Loaded(msg.sender, address(goods), amount);
        }
        if (msg.value > 0) {
            (bool paid, ) = address(wagon).call{value: msg.value}(""); //~ BENIGN FUND_XFER a wagon always accepts
            if (!paid) revert NotMoved(address(0));
            emit Loaded(msg.sender, address(0), msg.value);
        }
    }

    /// @notice Sends the caller's wagon to some depots, one after the other; all of them or none.
    function dispatch(Leg[] calldata legs) external returns (bytes[] memory receipts) {
        if (legs.length > MOST_LEGS) revert TooManyLegs();
        Wagon wagon = _wagon(msg.sender);
        receipts = new bytes[](legs.length);
        for (uint256 i = 0; i < legs.length; ++i) { //~ BENIGN CTRL_FLOW eight at the most
            receipts[i] = wagon.carry(legs[i].depot, legs[i].value, legs[i].waybill);
            emit Arrived(msg.sender, legs[i].depot, msg.sender);
        }
    }

    /// @notice Lets a driver send the caller's wagon to one depot, without ether, or takes the leave back.
    function appoint(address driver, address depot, bool on) external {
        if (depot == address(this)) revert OwnDepot();
        mayDrive[msg.sender][driver][depot] = on;
        emit Appointed(msg.sender, driver, depot, on);
    }

    /// @notice Sends the wagon of a consignor who has appointed the caller for that depot.
    function drive(address consignor, address depot, bytes calldata waybill) external returns (bytes memory receipt) {
        if (!mayDrive[consignor][msg.sender][depot]) revert NotTheDriver(); //~ BENIGN ACCESS_CTRL leave of this consignor, for this driver and this depot
        receipt = _wagon(consignor).carry(depot, 0, waybill);
        emit Arrived(consignor, depot, msg.sender);
    }

    /// @notice Takes everything of one kind out of the caller's wagon; the zero address stands for ether.
    function unload(IGoods goods, address to) external returns (uint256 amount) {
        Wagon wagon = _wagon(msg.sender);
        if (address(goods) == address(0)) {
            amount = address(wagon).balance;
            wagon.carry(to, amount, "");
        } else {
            amount = goods.balanceOf(address(wagon));
            bytes memory out = wagon.carry(address(goods), 0, abi.encodeCall(goods.transfer, (to, amount)));
            if (!_moved(address(goods), true, out)) revert NotMoved(address(goods));
        }
        emit Unloaded(msg.sender, address(goods), to, amount);
    }

    function _wagon(address consignor) private view returns (Wagon wagon) {
        wagon = wagonOf[consignor];
        if (address(wagon) == address(0)) revert NoWagon(consignor);
    }

    /// @dev Tokens answer with true, or with nothing at all.
    function _moved(address goods, bool ok, bytes memory out) private view returns (bool) {
        if (!ok || goods.code.length == 0) return false; //~ BENIGN INPUT_VAL neither a failure nor an empty address counts
        return out.length == 0 || (out.length >= 32 && abi.decode(out, (uint256)) == 1);
    }
}
